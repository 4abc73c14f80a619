/**
 * Mocks of the bridges, for tests of pages. Each mock installs the object that pages find in an app, made by the same
 * page script as in the app, and answers it with functions of the test.
 */
export { AppError } from "./app-error.js";
export { mockCauseway } from "./causeway.js";
export { mockToday } from "./today.js";
export { GBGRefusal, mockGBG } from "./gbg.js";
export { LinkRefusal, mockLink } from "./link.js";
export { mockOnside, OnsideError } from "./onside.js";
