// Code that must compile with empty.d.ts, and code that must not.
import type { Empty } from "./empty";

const app = causeway.connect<Empty>();
app.handle({});
// @ts-expect-error the app has no functions
app.share();
// @ts-expect-error the app sends no events
app.on.theme();
