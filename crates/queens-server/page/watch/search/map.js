import { s } from "../../shared/dom.js";

/**
 * The map of Romania: cities, roads, and the state of a search on it. Roads and lengths are those of Russell
 * and Norvig, "Artificial Intelligence" (third edition, 2010), as in the library; the places of the cities
 * follow `romania_map.locations` of the code to the book (github.com/aimacode/aima-python).
 *
 * @typedef {{at: string, start: string, goal: string, open: string[], closed: string[], path: string[],
 *   isGoal: boolean}} MapState
 */

/**
 * East, north, and the side of the name: left, right, above or below.
 * @type {Record<string, [number, number, "l" | "r" | "a" | "b"]>}
 */
const CITIES = {
  Arad: [91, 492, "l"], Bucharest: [400, 327, "b"], Craiova: [253, 288, "b"], Drobeta: [165, 299, "b"],
  Eforie: [562, 293, "b"],
  Fagaras: [305, 449, "a"], Giurgiu: [375, 270, "b"], Hirsova: [534, 350, "r"], Iasi: [473, 506, "r"],
  Lugoj: [165, 379, "r"],
  Mehadia: [168, 339, "l"], Neamt: [406, 537, "a"], Oradea: [131, 571, "r"], Pitesti: [320, 368, "a"],
  "Rimnicu Vilcea": [233, 410, "r"], Sibiu: [207, 457, "a"], Timisoara: [94, 410, "l"],
  Urziceni: [456, 350, "a"],
  Vaslui: [509, 444, "r"], Zerind: [108, 531, "l"],
};

/** @type {[string, string, number][]} */
export const ROADS = [
  ["Arad", "Zerind", 75], ["Arad", "Sibiu", 140], ["Arad", "Timisoara", 118], ["Zerind", "Oradea", 71],
  ["Oradea", "Sibiu", 151],
  ["Timisoara", "Lugoj", 111], ["Lugoj", "Mehadia", 70], ["Mehadia", "Drobeta", 75],
  ["Drobeta", "Craiova", 120],
  ["Craiova", "Rimnicu Vilcea", 146], ["Craiova", "Pitesti", 138], ["Sibiu", "Rimnicu Vilcea", 80],
  ["Sibiu", "Fagaras", 99],
  ["Rimnicu Vilcea", "Pitesti", 97], ["Fagaras", "Bucharest", 211], ["Pitesti", "Bucharest", 101],
  ["Bucharest", "Giurgiu", 90],
  ["Bucharest", "Urziceni", 85], ["Urziceni", "Hirsova", 98], ["Hirsova", "Eforie", 86],
  ["Urziceni", "Vaslui", 142],
  ["Vaslui", "Iasi", 92], ["Iasi", "Neamt", 87],
];

/** Shift of a name from its city, and its alignment. */
const SIDES = { l: [-10, 4, "end"], r: [10, 4, "start"], a: [0, -10, "middle"], b: [0, 19, "middle"] };

/** Place of a city in the picture. @param {string} city */
const place = (city) => [CITIES[city][0] - 10, 600 - CITIES[city][1]];

/** @param {string[]} cities */
const named = (cities) => (cities.length ? [...new Set(cities)].join(", ") : "none");

/**
 * Draws the map; words in the label are what the colours show.
 * @param {MapState} state
 */
export function romania({ at, start, goal, open, closed, path, isGoal }) {
  const pairs = new Set(path.slice(1).map((city, index) => [path[index], city].sort().join("|")));
  const label = `Map of Romania, from ${start} to ${goal}. ${isGoal ? "Route" : "Path"}: ` +
    `${path.join(", ")}. Open: ${named(open)}. Closed: ${named(closed)}.`;
  const roads = ROADS.flatMap(([from, to, length]) => {
    const [[x1, y1], [x2, y2]] = [place(from), place(to)];
    // The middle of the longest road is behind a name.
    const along = length > 200 ? 0.68 : 0.5;
    const isOnPath = pairs.has([from, to].sort().join("|"));
    return [s("path", { class: isOnPath ? "road taken" : "road", d: `M${x1} ${y1}L${x2} ${y2}` }),
      s("text", { class: "length", x: x1 + (x2 - x1) * along, y: y1 + (y2 - y1) * along + 4 }, length)];
  });
  // All roads are below all lengths.
  roads.sort((a, b) => Number(a.tagName === "text") - Number(b.tagName === "text"));
  const [openCities, closedCities] = [new Set(open), new Set(closed)];
  const cities = Object.entries(CITIES).flatMap(([city, [, , side]]) => {
    const [x, y] = place(city);
    const [dx, dy, align] = SIDES[side];
    const kind = city === at ? "current" : openCities.has(city) ? "open" : closedCities.has(city) ? "closed"
      : "";
    return [
      city === goal || city === start ? s("rect",
        { class: "end", x: x - 9, y: y - 9, width: 18, height: 18, rx: 4 }) : null,
      s("circle", { class: `town ${kind}`, cx: x, cy: y, r: kind ? 6 : 4.5 }),
      s("text", { class: `town ${path.includes(city) ? "on" : ""} align-${align}`, x: x + Number(dx),
        y: y + Number(dy) }, city),
    ];
  });
  return s("svg", { class: "state map", viewBox: "-30 0 650 360", role: "img", "aria-label": label },
    ...roads, ...cities.filter(Boolean));
}
