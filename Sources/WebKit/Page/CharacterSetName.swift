extension String.Encoding {
  /// The encoding's name among IANA's character sets; nil if it has none.
  var characterSetName: String? {
    switch self {
    case .utf8: "utf-8"
    case .ascii: "us-ascii"
    case .isoLatin1: "iso-8859-1"
    case .isoLatin2: "iso-8859-2"
    case .windowsCP1250: "windows-1250"
    case .windowsCP1251: "windows-1251"
    case .windowsCP1252: "windows-1252"
    case .windowsCP1253: "windows-1253"
    case .windowsCP1254: "windows-1254"
    case .macOSRoman: "macintosh"
    case .japaneseEUC: "euc-jp"
    case .shiftJIS: "shift_jis"
    case .iso2022JP: "iso-2022-jp"
    case .utf16: "utf-16"
    case .utf16BigEndian: "utf-16be"
    case .utf16LittleEndian: "utf-16le"
    default: nil
    }
  }
}
