// What only Linux has.

// refused: no such module 'Glibc'
import Glibc

// refused: no such module 'FoundationNetworking'
import FoundationNetworking
