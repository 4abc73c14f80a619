// Modules that exist only on Linux.

// refused: no such module 'Glibc'
import Glibc

// refused: no such module 'FoundationNetworking'
import FoundationNetworking
