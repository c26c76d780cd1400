import { countNews, mergeRecords, puzzlesInWords } from "./merge.js";
import { checkRecords, readRecords, recordsText } from "./records.js";
import { button, h, put, share } from "../../shared/dom.js";
import { packText, unpackText } from "../../shared/packed-text.js";
import { linkTo } from "../../shared/store.js";

/**
 * All results in a link, for another browser. It holds the text of the file, and nothing is imported before
 * the player agrees, because the link may be somebody else's.
 */

/** Longest results in a link, packed, in characters: browsers do not show longer addresses. */
const MAX_LINK_LENGTH = 32_000;

/** Longest text of results in a link, in characters. */
const MAX_TEXT_LENGTH = 2_000_000;

const UNREADABLE_LINK = "The link is damaged or too long: copy it again, or export the results to a file.";

/** Shares or copies a link to the results of this browser; returns a sentence about the result. */
export async function shareResults() {
  const packed = await packText(recordsText(readRecords()), MAX_LINK_LENGTH);
  if (!packed) return "Your results are too long for a link: export them to a file.";
  return share(linkTo({ part: "today", query: { r: packed } }));
}

/** Asks whether the results of a link are to be imported. */
export class ResultsOffer {
  #close;
  element = h("div", { class: "note results-offer", role: "status", hidden: true });
  /** The results that were offered last, packed. */
  #packed = "";

  /** @param {(sentence: string) => void} close called with a sentence about what was done; "" for nothing */
  constructor(close) {
    this.#close = close;
  }

  /** @param {string} packed results of an address; "" for none */
  async show(packed) {
    if (packed === this.#packed) return;
    this.#packed = packed;
    if (!packed) return this.#draw("");
    const text = await unpackText(packed, MAX_TEXT_LENGTH);
    if (packed !== this.#packed) return;
    try {
      if (text === null) throw new Error(UNREADABLE_LINK);
      this.#ask(checkRecords(text, "This link"));
    } catch (error) {
      this.#draw(`${error instanceof Error ? error.message : error} Nothing was imported.`,
        button("Close", () => this.#close("")));
    }
  }

  /** @param {import("./records.js").DailyRecords} records */
  #ask(records) {
    const count = countNews(records);
    if (!count) {
      return this.#draw("Nothing to import: the results of this link are here already.",
        button("Close", () => this.#close("")));
    }
    this.#draw(`This link brings results of ${puzzlesInWords(count)}. Are they yours?`,
      button("Import them", () => this.#close(mergeRecords(records)), { class: "main" }),
      button("No", () => this.#close("")));
  }

  /** @param {string} sentence "" for nothing @param {...HTMLElement} buttons */
  #draw(sentence, ...buttons) {
    this.element.hidden = !sentence;
    put(this.element, h("p", {}, sentence), h("div", { class: "row" }, ...buttons));
  }
}
