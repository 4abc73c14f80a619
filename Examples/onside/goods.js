"use strict";

/**
 * The content that a product unlocks: coins, all stories, or a subscription.
 * @typedef {{ coins: number } | { unlocks: "shelf" | "plan" }} LanternGrant
 */

/**
 * The content of the products for sale, by product identifier, in the order in which the till shows the products. The
 * prices come from the app.
 * @type {Map<string, LanternGrant>}
 */
const lanternGoods = new Map(Object.entries({
  "lantern.coins.12": { coins: 12 },
  "lantern.coins.60": { coins: 60 },
  "lantern.shelf": { unlocks: "shelf" },
  "lantern.monthly": { unlocks: "plan" },
  "lantern.yearly": { unlocks: "plan" },
}));

/** The price of one story, in coins. */
const lanternStoryPrice = 3;

/** The stories, each with its first sentence. */
const lanternStories = [
  {
    id: "ferry", title: "The Night Ferry",
    text: "The last boat took on three passengers, and the ferryman, who counted twice, let four of them off.",
  },
  {
    id: "moss", title: "Moss",
    text: "It grew on the north side of everything that year: the trees, the chapel, and my grandfather.",
  },
  {
    id: "rain", title: "A Map of Rain",
    text: "She drew what had fallen, not what was there, and people came from far to learn where they had been.",
  },
  {
    id: "lamp", title: "The Lamp Room",
    text: "There were ninety-one steps up to the light and, as every keeper learns, ninety-two down.",
  },
];
