import { DailyCalendar } from "./calendar.js";
import { ResultsOffer } from "./results-link.js";
import { statistics } from "./statistics.js";
import { toast } from "../../shared/toast.js";

/** What Today shows of other days. It is loaded after the first puzzle, which needs nothing of it. */
export class Archive {
  #calendar = new DailyCalendar();
  #statistics;
  /** Asks about results of a link. */
  offer;

  /**
   * @param {() => void} change called when results were imported
   * @param {() => void} close called when an offer of results ends
   */
  constructor(change, close) {
    this.#statistics = statistics(change);
    this.offer = new ResultsOffer((sentence) => {
      close();
      if (sentence) toast([sentence]);
    });
  }

  /** The sections beside the board. */
  get elements() {
    return [this.#calendar.element, this.#statistics.element];
  }

  /** Shows the month of a day, and the results. @param {string} day */
  show(day) {
    this.#calendar.show(day);
    this.#statistics.show();
  }
}
