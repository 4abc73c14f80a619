// @ts-nocheck This file is not a complete script.
// Precedes the body of a function whose arguments came as JSON. Assigning to `arguments` also changes the parameters.
const readArgument = argumentReader();
for (let place = 0; place < arguments.length; place += 1) arguments[place] = readArgument(arguments[place]);
