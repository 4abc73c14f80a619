/// Private keys that must be refused. They were made for these tests, and nothing else uses them.
enum RefusedKeys {
  /// An RSA key of 1024 bits.
  static let rsa1024 = """
    -----BEGIN PRIVATE KEY-----
    MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBALaPXpPA0C67wOVw
    FSs8MTspS9cEelMBisfIF74yD2yGrw3uKmrq4YXzymo1cQU0ZMq/waRZhdsKVwOZ
    SrpFjnN2Lvjj0HQtvwVstJ/hHoR3CgBCHbtEZc+lzentILkJYQlHy01AoVxJJnxv
    u8FydHQTTbUIjs4sGVqUmymDjz7jAgMBAAECgYBU+kOB71x4hHjz08pmx6v65+wf
    eDwgazVYbXFv3QmE8OSHTXd9MTwtCCAOdDXZwFuybLQMdodyQEvkpvQ75Ki7mKyO
    8QF0yiFNs+eh4wV8zoPHpkkVqXuAFcJBSSIaGd5yawfgJYd3qvALqxeU41ycNPY4
    gvBYy475M4CYJ+pNAQJBAOJZ8aTcpExdZ72j67nnnoWDqbiKSM7NVyHH+0DtcH9e
    682PLdPLUhvNvNlU3A3zfmAeT2m3xouOG9B5PQ3eQCMCQQDOeQHUFoWvA1PCQSSU
    tz5kloyyjikk1wso/HUl2lY3zDQwpzV72Abmo8yrTcVtwXZzTaDshiKZYRhgys2O
    j5JBAkEArymjkk0c5+uwiFT96pOPXQsSoDiDN2Y4c2/qw8f7MtYl7KFMeYXyOIny
    Bs1grXss5P0Pv2P0RbLnW2E3GjBPuQJBALfsu2A+n9+DSz2j4f5ILeBU7Aiy8pvK
    pDpiiciqcltKIMOmb9JeYedayptesBxRVj7oTA3mfzO6dojin7H62wECQE6aESW2
    zbxjff63yjOFLrT3LTqT8KscOhzo39adufUQNFp8BnkHvrVkDs2gKaTufmZYOu20
    K5zQraUS+FQduH4=
    -----END PRIVATE KEY-----

    """

  /// An EC key on P-521.
  static let otherCurve = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAemlmG/T76VxszO5E
    /gW/0B1Vtav8iNdOMT+8hTXgb/DvFRk62thXa/EbmGLLeQmkYhmD75E6zJd9gtSy
    obyCnVyhgYkDgYYABAGiB4fcDdTFsg440/0+80phBXn9DScEImCuot3u7eZG1A7u
    hv8spTxQ7+XjR/2hINAbdLm9EJ25SMYI3lOcjmGjswAQc0MHb3SIhGedMwxTtPr5
    4OylAOJaOIBprAtn27wUVTVyVUiPkCncDdB9QdR+18NiXrvs3xmqZ9TSfdqnB91T
    Vw==
    -----END PRIVATE KEY-----

    """

  /// An Ed25519 key.
  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIKx05PHShOyv1N900aa5RNGB3kgH6T6q3AFNb1uw95LU
    -----END PRIVATE KEY-----

    """

  /// An EC key on P-256, encrypted with the password "x".
  static let locked = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhr/mzzM2+g0AICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEECdnaSnAz+vaBAUGeobGV6AEgZAY
    D+JsCqCX+vM/wAAVUKomh2nwyreyQ1YJZXU3uq1C1NppMfUpqTQCQ+sEPyWZK2i8
    1TmNVnaMAfX5AfGfu8zJzkcioCxqoxUpIConD5avnTtgtTpoo4D8W9oynTyC76N9
    Sks/+wcvLLvBI0vKMjUQQq89oVwicold9ePtT469f9G+cuJCjN5nc+Con234jQU=
    -----END ENCRYPTED PRIVATE KEY-----

    """
}
