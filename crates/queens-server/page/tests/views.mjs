// The views of the page for the tests that hold for all of them.

/** A puzzle of seven with exactly one solution: b1 g2 c3 e4 a5 f6 d7. */
export const PUZZLE = "FAGGGGG.FFFGEEG.FFFFEGG.BBDDEEE.BBDDDEC.DDDDDCC.DDDDDDC";
/** The marks of that puzzle with all queens but the last, d7. */
export const ALMOST = ".q...........q..q........q..q...........q";

/** Each view: its address, and what is there once it is loaded. @type {Record<string, [string, string]>} */
export const VIEWS = {
  home: ["", ".home-board svg"],
  board: ["#board?n=6&q=b1.c3&g=f2&h=a6", ".verdict:not(:empty, [data-verdict=waiting])"],
  armies: ["#board?n=5&a=armies&s=1", ".groups li"],
  weights: ["#board?n=4&a=least&x=1_2_3_4.5_6_7_8.9_1_2_3.4_5_6_7", ".weighted"],
  steps: ["#steps?m=flags&n=6&at=44&bm=3,44&tree=whole&code=python", ".variable"],
  presentation: ["#steps?m=bitmask&n=8&at=44&present=1", ".told:not(:empty)"],
  lessons: ["#lesson", ".lesson-list a"],
  lesson: ["#lesson?l=flags", ".told:not(:empty)"],
  notes: ["#lesson?l=flags&notes=1", ".notes-window"],
  searched: ["#search?p=route&at=9&present=1", ".map"],
  raced: ["#race?m=flags,bitmask&n=6&go=1&present=1", ".bars tbody tr"],
  told: ["#steps?m=flags&n=99&v=knights", ".blackboard li"],
  regions: ["#board?n=4&c=5&r=AABBB.AABBB.CCDDD.CCDDD&q=b1&s=1", ".tinted"],
  search: ["#search?p=missionaries&at=20", ".node-list li"],
  map: ["#search?p=route&at=9", ".map"],
  tiles: ["#search?p=eight-puzzle&s=bfs&at=12", ".node-list li"],
  race: ["#race?m=flags,bitmask&n=6&go=1", ".bars tbody tr"],
  lockstep: ["#race?m=flags,bitmask&n=5&l=1&go=1", ".lane"],
  own: ["#own?n=4", ".own-help"],
  solutions: ["#solutions?n=6&o=1", ".family figure"],
  today: ["#today?d=2026-01-03&k=medium", ".rated:not(:empty)"],
  puzzles: [`#puzzles?r=${PUZZLE}&m=.q.x`, ".rated:not(:empty)"],
  create: [`#create?r=${PUZZLE}`, ".brushes label"],
  technique: ["#technique?id=fish&from=puzzles", ".techniques a"],
  game: ["#game?n=6&d=easy&l=1&m=.g.x.....q", ".rated:not(:empty)"],
  backwards: ["#game?g=backwards&n=5", ".rated:not(:empty)"],
  counts: ["#counts", ".counts tbody tr"],
  engines: ["#engines?m=flags", ".reading .title"],
  api: ["api#post-solve", "details.address"],
};
