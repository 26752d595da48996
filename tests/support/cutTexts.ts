import type { Page } from 'playwright-core';

/** The texts of these elements on the screen of which a part cannot be seen. */
export const cutTexts = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const isCut = (one: HTMLElement) => {
      const box = one.getBoundingClientRect();
      if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible') return true;
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        // What is above or below is scrolled, or counted by a button.
        if (box.top >= edge.bottom - 1 || box.bottom <= edge.top + 1) return false;
        if (box.right > edge.right + 1 || box.left < edge.left - 1) return true;
      }
      return box.right > window.innerWidth + 1 || box.left < -1;
    };
    return [...document.querySelectorAll<HTMLElement>(wanted)]
      .filter((one) => one.offsetWidth > 1 && isCut(one))
      .map((one) => `${one.className || one.tagName}: ${one.textContent}`);
  }, selector);

/** What identifies a patient or measures something, by where it is shown. */
export const identifyingTexts = [
  '.app-brand span',
  '.app-brand > div',
  '.pane-head h2',
  '.pane-who',
  '.pane-number',
  '.pane-facts > .ui-badge:not(:first-child)',
  '.room-list-head > h2',
  '.room-row strong',
  '.room-row-detail:not(.room-row-type)',
  '.ui-clock',
  '.ui-person > *',
  '.queue-strip > .ui-button > span',
  '.queue-patient > *',
  '.queue-findings > *',
  'td > span',
  'td [data-numeric]',
  'td > .ui-badge',
  'td > button',
  'td > time',
  '.in-one-cell > *',
  '.record-foot > *',
  '.rx-foot > *',
].join();
