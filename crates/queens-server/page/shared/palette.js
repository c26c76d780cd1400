/**
 * The colours of regions, the same as in the pictures of the command. Boards of up to twelve regions use colours with names, any
 * two of which are far apart; `styles/tokens.css` has them, too. Dark pages show darker ones with the same names.
 */
export const COLOUR_NAMES = "sky butter sage coral lavender shell rose stone lime teal apricot orchid".split(" ");
export const LIGHT_COLOURS = "#a7d7ff #ffdf7f #97b49e #f2845c #bdaaff #f7f3ec #ffd3db #b3a698 #ccea98 #59b0b6 #e6973d #bb7eb6".split(" ");
export const DARK_COLOURS = "#73acdc #d8ba65 #778e7f #c85c41 #9880de #c4bfb5 #dd9faf #837c73 #a2bb73 #2c8895 #cc7700 #a36a97".split(" ");
/** The emoji that stand for them in messages. */
export const COLOUR_EMOJI = [..."🟦🟨🟩🟥🟪⬜🌸🟫🟢🔵🟧🟣"];
/** Their places in this order, from calm to strong: the largest region gets the calmest colour. */
export const CALM_ORDER = [5, 0, 2, 1, 6, 4, 8, 7, 9, 10, 11, 3];
/** Their distances, as `REGION_DISTANCES` has them, in the light or the dark colours, whichever is less. */
export const NAMED_DISTANCES = "Z NU ZOO HWOZ TNPYQ NFNUVD ZPBOOSO PDNNROQS NZNZNUNOX ZNTEZZPSNZ PVOONZQOZDN".split(" ");

/** The colours of boards with more regions; `tests/palette.mjs` chose them. */
export const REGION_COLOURS = "#ee9398 #f2a65a #f5dc6b #8cc98a #62b8b4 #8ec8f7 #7f93e6 #ba8fe4 #f7b8d0 #b98a63 #e1f2d2 #ffeab2 #d9f2e8 #75e7e0 #9e88ae #9189c6 #b6e6ff #affbff #f1f384 #c6cfaf #b6aaff #c6811c #ced17f #789d7f #509b96 #d3773e".split(" ");

/**
 * The distance of each colour to those before it, a word for each from the second on: A for less than 1 in CIEDE2000, B for 1 to
 * 2, ..., Z for 25 and more. It is the least of normal vision, protanopia, deuteranopia and tritanopia.
 */
export const REGION_DISTANCES = "E RI EIL IZZI ZZZIH ZZZOLM STTZNHB KJKRGKTQ KKUJVZZPP NTRNUUZZMX PNGJYZZUOWH RZXOPPXZGZFP QZZMLHURHZNUG TVXZIOKHQPZYZR ZZZVNNFFTZZZZUF XZZKOHTQJZOZJGUV WZZNQKWVKZRYIGXZE TLDNZZZXSXPFVZZZZZ GPQGPVWVLQHJLOUSTTN ZZZRPEHFQZQYQPOLNSXM KLTQZZZUSGZYZZTZZZWWZ MFGFZZZRSPOIUYTWZZHISQ HPYMMQJZSGWWXWVNVZZORST HZZOIPJQORZZXTGMWYZUUZZJ KLTNZZZWUGZXZZVZZZWUZDPOX".split(" ");
