/**
 * The properties that mocks have defined on the objects of a test's environment, in the order in which the mocks were
 * installed. Each mock can be removed at any time: the property then has the value of the newest of the other mocks, or
 * at the end the value that it had before the first one.
 *
 * @typedef {{ owners: Set<object>, descriptor: PropertyDescriptor }} Layer `owners`: the mocks that use the value
 * @typedef {{ base: PropertyDescriptor | undefined, layers: Layer[] }} Stack `base`: the property before the first mock
 */

/** @type {WeakMap<object, Map<PropertyKey, Stack>>} */
const stacks = new WeakMap();

/** @param {any} object @param {PropertyKey} name */
const stackOf = (object, name) => stacks.get(object)?.get(name);

/**
 * Defines a property for a mock. Returns false if the object does not allow it.
 * @param {any} object @param {PropertyKey} name @param {PropertyDescriptor} descriptor @param {object} owner
 */
export function cover(object, name, descriptor, owner) {
  const before = Reflect.getOwnPropertyDescriptor(object, name);
  if (!Reflect.defineProperty(object, name, descriptor)) return false;
  let properties = stacks.get(object);
  if (!properties) stacks.set(object, (properties = new Map()));
  let stack = properties.get(name);
  if (!stack) properties.set(name, (stack = { base: before, layers: [] }));
  const top = stack.layers.at(-1);
  // The page may have assigned another value to the property.
  if (top && before) top.descriptor = before;
  if (top && top.owners.size === 1 && top.owners.has(owner)) top.descriptor = descriptor;
  else stack.layers.push({ owners: new Set([owner]), descriptor });
  return true;
}

/**
 * Keeps the value of a property until another mock, which uses it, is removed too. Returns the property, or undefined if
 * no mock has defined it.
 * @param {any} object @param {PropertyKey} name @param {object} owner
 */
export function share(object, name, owner) {
  const top = stackOf(object, name)?.layers.at(-1);
  top?.owners.add(owner);
  return top && Reflect.getOwnPropertyDescriptor(object, name);
}

/**
 * Removes what a mock has defined or shared, unless another mock shares it.
 * @param {any} object @param {PropertyKey} name @param {object} owner
 */
export function uncover(object, name, owner) {
  const stack = stackOf(object, name);
  if (!stack) return;
  const top = stack.layers.at(-1);
  for (const layer of stack.layers) layer.owners.delete(owner);
  stack.layers = stack.layers.filter((layer) => layer.owners.size > 0);
  const next = stack.layers.at(-1);
  if (next === top) return;
  const descriptor = next?.descriptor ?? stack.base;
  if (descriptor) Reflect.defineProperty(object, name, descriptor);
  else Reflect.deleteProperty(object, name);
  if (!next) stacks.get(object)?.delete(name);
}
