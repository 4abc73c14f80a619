import CausewayHTTP
import Foundation
import Testing

/// The HTML Standard, "prescan a byte stream to determine its encoding".
@Suite("The encoding that HTML declares") struct EncodingPrescanTests {
  @Test(
    "A declaration is found as browsers find it",
    arguments: [
      ("<meta charset=koi8-r>", "KOI8-R"), ("<META CHARSET=\" KOI8-R \">", "KOI8-R"),
      ("<meta/charset='koi8-r'/>", "KOI8-R"),
      ("<meta charset = koi8-r>", "KOI8-R"), ("<p><div><meta charset=koi8-r>", "KOI8-R"),
      ("<meta charset=\"\"><meta charset=koi8-r>", "KOI8-R"), ("<meta charset=foo><meta charset=koi8-r>", "KOI8-R"),
      ("<meta charset=foo charset=koi8-r>", nil), ("<metacharset=koi8-r>", nil), ("<meta charset>", nil),
      ("<meta charset=koi8-r", nil), ("", nil), ("<", nil),
      // Comments and other markup.
      ("<!-- <meta charset=koi8-r> --><meta charset=gbk>", "GBK"), ("<!--><meta charset=koi8-r>", "KOI8-R"),
      ("<!-- <meta charset=koi8-r>", nil), ("<!x \"><meta charset=koi8-r>", "KOI8-R"),
      ("<a b=\"<meta charset=koi8-r>\">", nil), ("</a b='<meta charset=koi8-r>'>", nil),
      ("<?a <meta charset=koi8-r>", nil),
      ("<meta name=viewport content=\"width=device-width\"><script charset=koi8-r></script>", nil),
      // The meta element of the document wins against a text like it, as in a browser in the end.
      ("<script>'<meta charset=koi8-r>'</script><meta charset=gbk>", "GBK"),
      ("<title><meta charset=koi8-r></title><meta charset=gbk>", "GBK"),
      ("<script>'<meta charset=koi8-r>'</script>", "KOI8-R"),
      // The pair of attributes.
      ("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r\">", "KOI8-R"),
      ("<meta content=\"text/html; charset=koi8-r\" http-equiv=content-type>", "KOI8-R"),
      ("<meta content=\"text/html; charset=koi8-r\">", nil),
      ("<meta http-equiv=refresh content=\"text/html; charset=koi8-r\">", nil),
      ("<meta http-equiv=content-type content='charset charset=\"koi8-r\"'>", "KOI8-R"),
      ("<meta http-equiv=content-type content='charset=\"koi8-r'>", nil),
      ("<meta http-equiv=content-type content=\"x charset = koi8-r;y\">", "KOI8-R"),
      ("<meta http-equiv=content-type content=\"charset=gbk\" charset=koi8-r>", "KOI8-R"),
      // Encodings that cannot be those of a document in which they were found.
      ("<meta charset=utf-16>", "UTF-8"), ("<meta charset=utf-16be>", "UTF-8"),
      ("<meta charset=x-user-defined>", "windows-1252"), ("<meta charset=iso-2022-kr>", "replacement"),
      // The XML declaration.
      ("<?xml version='1.0' encoding='koi8-r'?>", "KOI8-R"), ("<?xml encoding=\"utf-16\"?>", "UTF-8"),
      ("<?xml encoding='koi8-r'?><meta charset=gbk>", "GBK"), (" <?xml encoding='koi8-r'?>", nil),
      ("<?xml encoding=koi8-r?>", nil), ("<?xml encoding='koi8 r'?>", nil), ("<?xml?><a encoding='koi8-r'>", nil),
      ("<\0?\0x\0", "UTF-16LE"), ("\0<\0?\0x", "UTF-16BE"),
    ] as [(String, String?)])
  func declarations(html: String, name: String?) {
    #expect(EncodingPrescan.declaredEncoding(in: Data(html.utf8))?.name == name)
  }

  @Test("Only the first 1,024 bytes count") func length() {
    let meta = "<meta charset=koi8-r>"
    let space = 1_024 - meta.utf8.count
    #expect(EncodingPrescan.declaredEncoding(in: Data((String(repeating: " ", count: space) + meta).utf8)) != nil)
    #expect(EncodingPrescan.declaredEncoding(in: Data((String(repeating: " ", count: space + 1) + meta).utf8)) == nil)
  }

  @Test(
    "The label of a media type is found, with quotation marks and in any case",
    arguments: [
      ("text/html;charset=utf-8", "UTF-8"), ("TEXT/HTML ; Charset=\"Windows-1251\"", "windows-1251"),
      ("text/html; a=\"x;charset=gbk\"; charset=koi8-r", "KOI8-R"), ("text/html; charset=gbk; charset=koi8-r", "GBK"),
      ("text/html; charset=\"ko\\i8-r\"", "KOI8-R"), ("text/html; charset='utf-8'", nil), ("text/html; charset=", nil),
      ("text/html", nil), ("text/html; charset =utf-8", nil),
    ] as [(String, String?)])
  func mediaTypes(type: String, name: String?) {
    #expect(MediaType(type).essence == "text/html")
    #expect(MediaType(type).encoding?.name == name)
  }

  @Test(
    "A byte order mark says the encoding",
    arguments: [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFE, 0xFF], "UTF-16BE"), ([0xFF, 0xFE, 0x3C], "UTF-16LE"), ([0xEF, 0xBB], nil),
      ([], nil),
    ] as [([UInt8], String?)])
  func marks(bytes: [UInt8], name: String?) {
    #expect(CharacterEncoding(byteOrderMarkOf: bytes)?.name == name)
  }
}
