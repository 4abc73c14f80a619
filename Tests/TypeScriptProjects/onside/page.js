// A script of the same project that is neither a module nor TypeScript.

/** @param {import("./onside").JSProduct[]} products */
function titles(products) {
  return products.map((product) => product.localizedTitle).join(", ");
}

onside.onTransactionsRemoved = (transactions) => console.log(`${transactions.length} gone`);
void onside.initializeOnside("v1")
  .then(() => window.onside.loadProducts({ productIdentifiers: ["coins"] }))
  .then(({ products }) => console.log(titles(products)));
