/// The script that is inserted into documents, and what it needs from their policies.
struct InsertedScript {
  /// The attributes of the element, such as `data-causeway="…"`; ASCII without `&` and `<`.
  let attributes: String
  /// The source, in ASCII, in a form that does not end an HTML element.
  let source: String
  /// The source expression that allows the script in a Content-Security-Policy.
  let hash: String
  /// The source expressions of the connections that the script makes.
  let connections: [String]

  /// The element in HTML.
  var html: String { "<script \(attributes)>\(source)</script>" }

  /// The element in XML. The namespace makes it a script also in a document of another namespace, such as SVG.
  var xml: String {
    // The end of a CDATA section cannot be escaped within it, so a second section begins between its characters.
    let text = source.replacing("]]>", with: "]]]]><![CDATA[>")
    return "<script xmlns=\"http://www.w3.org/1999/xhtml\" \(attributes)><![CDATA[\(text)]]></script>"
  }
}
