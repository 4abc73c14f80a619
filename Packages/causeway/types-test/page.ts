import causeway, { CausewayUnavailableError } from "causeway";
import { AppError, mockCauseway, mockGBG, mockLink, mockOnside, mockToday, OnsideError } from "causeway/testing";

export async function price(symbol: string): Promise<number> {
  if (!causeway.isAvailable) return 0;
  try {
    return await causeway.call<number>("price", symbol);
  } catch (error) {
    if (error instanceof CausewayUnavailableError) return -1;
    throw error;
  }
}

const mock = mockCauseway({ price: (symbol: string) => (symbol === "BTC" ? 1 : Promise.reject(new AppError("NO", "No."))) });
mock.send("theme", { name: "dark" });
const title: Promise<string> = mock.call<string>("title");
void title;

const today = mockToday({ headers: () => ({ a: "b" }) }, { platform: "android" });
// @ts-expect-error: the value of a header must be a string
mockToday({ headers: () => ({ a: 1 }) });
today.remove();

const onside = mockOnside({ requestLogin: () => { throw new OnsideError("loginDiscarded"); } });
void onside.send("onRestoreCompletedTransactionsFinished");
// @ts-expect-error: this callback takes no value
void onside.send("onRestoreCompletedTransactionsFinished", 1);
new OnsideError({ loginDiscarded: {} });
// @ts-expect-error: Onside has no error with this name
new OnsideError("loginForgotten");
// @ts-expect-error: Onside has no error with this name
new OnsideError({ loginForgotten: {} });

mockGBG({ "capability.query": () => ({ hostVersion: "1", capabilities: {} }) }).send("host.ready", { timestamp: 1 });
mockLink({ getInfo: () => ({ version: "1" }) }).remove();
