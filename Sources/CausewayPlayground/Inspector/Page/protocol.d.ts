// The messages between the playground's server and its inspector, version 2. Each is a JSON object in one text frame.

/** The choices of a person for a kind of sheet. */
export type Standing = "ask" | "approve" | "decline";

/** A line of a trace, as `BridgeObservation.json` writes it. */
export interface TraceMessage {
  /** Increases from message to message within one run of the server. Lines of a file have no id. */
  id?: number;
  /** Milliseconds since the start of the trace: of the server, or of the bridge in a file of `causeway open`. */
  ms: number;
  direction: "page→app" | "app→page";
  kind:
    | "opened" | "closed" | "request" | "reply" | "event" | "call" | "answer" | "progress" | "thrown" | "discarded";
  document: string;
  mainFrame: boolean;
  origin: string;
  protocol?: string;
  name?: string;
  call?: number;
  body?: unknown;
  bytes?: number;
  failure?: string;
  cause?: string;
}

export interface Hello {
  type: "hello";
  version: number;
  title: string;
  pages: string[];
  platform: string;
  platforms: string[];
  protocols: string[];
  engineInspector?: string;
  /** The start of the server, in milliseconds since 1970. The times of messages count from this time. */
  started: number;
}

export interface Picture {
  mime: string;
  base64: string;
  width?: number;
  height?: number;
  name?: string;
}

export type FieldKind = "text" | "email" | "tel" | "code" | "card" | "expiry" | "number" | "json";
export type ButtonRole = "primary" | "secondary" | "destructive" | "cancel";

export interface Heading { type: "heading"; text: string; level?: number }
export interface Text {
  type: "text";
  text: string;
  source?: "page";
  style?: "normal" | "secondary" | "warning" | "error" | "code";
}
export interface Row { type: "row"; label: string; value: string; source?: "page"; emphasized?: boolean }
export interface Field {
  type: "field";
  id: string;
  label: string;
  value: string;
  kind: FieldKind;
  placeholder?: string;
  error?: string;
  enabled?: boolean;
  autocomplete?: string;
}
export interface Toggle { type: "toggle"; id: string; label: string; value: boolean; enabled?: boolean }
export interface Choice {
  type: "choice";
  id: string;
  label: string;
  value: string;
  options: { id: string; label: string }[];
  enabled?: boolean;
}
export interface Button {
  type: "button";
  id: string;
  label: string;
  role: ButtonRole;
  enabled?: boolean;
  busy?: boolean;
}
export interface PictureField {
  type: "picture";
  id: string;
  label: string;
  accept: string;
  capture?: "user" | "environment";
  chosen?: Picture;
}
export interface Image { type: "image"; mime: string; base64: string; alt: string }
export interface JSONElement { type: "json"; label?: string; value: unknown }
export interface Table {
  type: "table";
  columns: { id: string; label: string }[];
  rows: { id: string; cells: { [column: string]: string }; actions?: Button[] }[];
  empty?: string;
}
export interface Group { type: "group"; id?: string; label?: string; elements: FormElement[]; collapsed?: boolean }
export interface Progress { type: "progress"; label: string }
export interface Divider { type: "divider" }

export type FormElement =
  | Heading | Text | Row | Field | Toggle | Choice | Button | PictureField | Image | JSONElement | Table | Group
  | Progress | Divider;

export interface Sheet {
  id: string;
  title: string;
  protocol: string;
  requester?: { origin: string; mainFrame: boolean };
  elements: FormElement[];
  /** The person's choice for later sheets of this kind; left out for a sheet that a person must always answer. */
  standing?: Standing;
}
export interface Panel { id: string; title: string; elements: FormElement[] }

export type ServerMessage =
  | Hello
  | { type: "messages"; messages: TraceMessage[]; dropped?: number }
  /** The token for the next connection. */
  | { type: "token"; token: string }
  | { type: "cleared" }
  | { type: "sheet"; sheet: Sheet }
  | { type: "sheetEnded"; id: string }
  | { type: "panel"; panel: Panel }
  | { type: "panelEnded"; id: string }
  | { type: "notice"; level: "info" | "warning" | "error"; text: string }
  | { type: "platform"; platform: string };

/** A value that a person has entered. */
export type InputValue = string | boolean | Picture;

export type ClientMessage =
  /** The person sees the sheet now: for the first time, or again. The delay before its approval begins. */
  | { type: "appear"; form: string }
  | { type: "press"; form: string; element: string; row?: string }
  | { type: "input"; form: string; element: string; value: InputValue }
  | { type: "setPlatform"; platform: string }
  | { type: "clear" };

/** The functions that a form calls with a person's actions. */
export interface FormActions {
  press(element: string, row?: string): void;
  input(element: string, value: InputValue): void;
}
