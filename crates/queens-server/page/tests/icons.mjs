// Draws the icons of the site and the picture of its links from `icon.svg`: `node icons.mjs`, with QUEENS_CHROMIUM.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const icon = readFileSync("../icon.svg", "utf8");
const browser = await chromium.launch({ executablePath: process.env.QUEENS_CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"] });

/**
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {string} body
 */
async function shoot(name, width, height, body) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body { margin: 0; background: #fbf9f5; color: #23211d; font-family: system-ui, sans-serif; }</style>${body}`);
  await page.screenshot({ path: `../site/${name}` });
  await page.close();
}

// The outer tenth is plain, as maskable icons need it.
for (const side of [192, 512]) {
  await shoot(`icon-${side}.png`, side, side, `<div style="background: #7b2d3f; padding: ${side * 0.1}px; width: ${side * 0.8}px; height: ${side * 0.8}px">${icon.replace("<svg ", '<svg width="100%" height="100%" ')}</div>`);
}

const queens = [1, 3, 5, 7, 2, 0, 6, 4];
const path = readFileSync("../index.html", "utf8").match(/<symbol id="queen"[^>]*>(.*?)<\/symbol>/)[1];
const squares = queens.flatMap((queen, row) => queens.map((_, column) => `<g transform="translate(${column * 48} ${row * 48})">
  <rect width="48" height="48" fill="${(row + column) % 2 ? "#b9a98a" : "#efe7d6"}"/>${queen === column ? path : ""}</g>`)).join("");
await shoot("card.png", 1200, 630, `<div style="display: flex; align-items: center; gap: 70px; padding: 65px 80px">
  <svg style="flex: none" width="500" height="500" viewBox="0 0 384 384">${squares}</svg>
  <div><h1 style="font-size: 92px; margin: 0">Queens</h1><p style="font-size: 38px; line-height: 1.35; margin: 24px 0 0">Solve, count, play and watch the N-queens problem</p></div></div>`);
await browser.close();
