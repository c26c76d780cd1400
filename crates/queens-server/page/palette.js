/** The colours of regions, the same as in the pictures of the command; `tests/palette.mjs` chose them. */
export const REGION_COLOURS = "#ee9398 #f2a65a #f5dc6b #8cc98a #62b8b4 #8ec8f7 #7f93e6 #ba8fe4 #f7b8d0 #b98a63 #e1f2d2 #ffeab2 #d9f2e8 #75e7e0 #9e88ae #9189c6 #b6e6ff #affbff #f1f384 #c6cfaf #b6aaff #c6811c #ced17f #789d7f #509b96 #d3773e".split(" ");

/**
 * The distance of each colour to those before it, a word for each from the second on: A for less than 1 in CIEDE2000, B for 1 to
 * 2, ..., Z for 25 and more. It is the least of normal vision, protanopia, deuteranopia and tritanopia.
 */
export const REGION_DISTANCES = "E RI EIL IZZI ZZZIH ZZZOLM STTZNHB KJKRGKTQ KKUJVZZPP NTRNUUZZMX PNGJYZZUOWH RZXOPPXZGZFP QZZMLHURHZNUG TVXZIOKHQPZYZR ZZZVNNFFTZZZZUF XZZKOHTQJZOZJGUV WZZNQKWVKZRYIGXZE TLDNZZZXSXPFVZZZZZ GPQGPVWVLQHJLOUSTTN ZZZRPEHFQZQYQPOLNSXM KLTQZZZUSGZYZZTZZZWWZ MFGFZZZRSPOIUYTWZZHISQ HPYMMQJZSGWWXWVNVZZORST HZZOIPJQORZZXTGMWYZUUZZJ KLTNZZZWUGZXZZVZZZWUZDPOX".split(" ");
