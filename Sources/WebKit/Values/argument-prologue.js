// @ts-nocheck It is no script of its own.
// Stands in front of a function's body whose arguments came as JSON: `arguments` and the parameters are the same places.
const readArgument = argumentReader();
for (let place = 0; place < arguments.length; place += 1) arguments[place] = readArgument(arguments[place]);
