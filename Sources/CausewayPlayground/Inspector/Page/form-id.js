let count = 0;

/** Returns an id that no other element of the page has. */
export const nextID = () => `field-${(count += 1)}`;
