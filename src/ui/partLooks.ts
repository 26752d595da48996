import { type Look, recipe, tones } from './looks.ts';

const [badge, kbd, skeleton, skip] = [recipe('badge'), recipe('kbd'), recipe('skeleton'), recipe('skipNavLink')];
const [tabRoot, tabList, tab, tabPanel] = ['root', 'list', 'trigger', 'content'].map((slot) => recipe('tabs', slot));
const empty = (slot: string) => ({
  ...recipe('emptyState', slot).base,
  ...recipe('emptyState', slot).variant('size', 'sm'),
});
const alert = (slot: string) => ({ ...recipe('alert', slot).base, ...recipe('alert', slot).variant('size', 'sm') });
const [status, dot] = ['root', 'indicator'].map((slot) => recipe('status', slot));

const toned = (part: string, of: (tone: string) => Look[1]): Look[] =>
  ['neutral', 'info', 'success', 'warning', 'danger'].map((tone) => [`${part}:where([data-tone="${tone}"])`, of(tone)]);

/** Badges, statuses, notices and placeholders; also tabs, because tab rows are part of a screen. */
export const partLooks: readonly Look[] = [
  [
    '.ui-badge',
    {
      ...badge.base,
      ...badge.variant('size', 'sm'),
      ...badge.variant('variant', 'surface'),
      _icon: { boxSize: '3.5' },
    },
  ],
  ['.ui-badge:where([data-tone="neutral"])', { shadow: 'none' }],
  ...tones(['.ui-badge', '.ui-notice'], { info: 'blue', success: 'green', warning: 'orange', danger: 'red' }),
  [
    '.ui-kbd',
    {
      ...kbd.base,
      ...kbd.variant('size', 'sm'),
      ...kbd.variant('variant', 'raised'),
      colorPalette: 'gray',
      fontFamily: 'inherit',
      wordSpacing: 'normal',
    },
  ],
  ['.ui-status', { ...status?.base, gap: '1.5', fontSize: '0.8125rem', whiteSpace: 'nowrap', color: 'fg.muted' }],
  ['.ui-status:where([data-tone="warning"])', { color: 'warning' }],
  ['.ui-status:where([data-tone="danger"])', { color: 'danger' }],
  ['.ui-status > i', { ...dot?.base, bg: 'border.control' }],
  ['.ui-status:where([data-tone="success"]) > i', { bg: 'success.border' }],
  [
    '.ui-status:where([data-tone="warning"]) > i',
    { bg: 'transparent', borderWidth: '2px', borderColor: 'warning.border' },
  ],
  ['.ui-status:where([data-tone="danger"]) > i', { bg: 'danger.border', borderRadius: '2xs' }],

  ['.ui-notice', { ...alert('root'), ...recipe('alert', 'root').variant('variant', 'subtle'), flexWrap: 'wrap' }],
  ...toned('.ui-notice', (tone) => (tone === 'neutral' ? {} : { bg: `${tone}.bg` })),
  ['.ui-notice > svg', { ...alert('indicator'), boxSize: '1em' }],
  ['.ui-notice-words', { ...alert('content'), flexDirection: 'column', minW: '10rem' }],
  ['.ui-notice-title', alert('title')],
  // Facts have a line each.
  ['.ui-notice-text', { ...alert('description'), whiteSpace: 'pre-line' }],
  ['.ui-notice-actions', { display: 'flex', flexWrap: 'wrap', gap: '2', minWidth: '0', marginInlineStart: 'auto' }],
  // A button that names a long value wraps instead of leaving the notice.
  ['.ui-notice-actions > .ui-button', { maxWidth: 'full', height: 'auto', paddingBlock: '1', whiteSpace: 'normal' }],

  ['.ui-empty', { ...empty('root'), paddingBlock: '4', height: 'full', minHeight: '32', display: 'grid' }],
  ['.ui-empty-words', { ...empty('content'), gap: '2', textAlign: 'center' }],
  ['.ui-empty-sign', { ...empty('indicator'), textStyle: '3xl' }],
  ['.ui-empty-sign:where([data-tone="danger"])', { color: 'danger' }],
  ['.ui-empty-title', empty('title')],
  ['.ui-empty-text', { ...empty('description'), maxWidth: '28rem' }],

  ['.ui-skeleton', { padding: 'var(--ui-pad)' }],
  ['.ui-skeleton-lines', { display: 'flex', flexDirection: 'column', gap: '3', width: 'full' }],
  [
    '.ui-skeleton-lines > span',
    {
      ...skeleton.base,
      ...skeleton.variant('loading', 'true'),
      ...skeleton.variant('variant', 'pulse'),
      height: '3.5',
      '&:last-child:not(:first-child)': { maxWidth: '80%' },
    },
  ],
  ['.ui-page-head', { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1', columnGap: '4' }],
  // As high as the actions beside it, so that it begins at the same place with and without them.
  ['.ui-page-head > h1', { textStyle: 'xl', fontWeight: 'semibold', paddingBlock: '1.5' }],
  ['.ui-page-head > p', { color: 'fg.muted' }],
  ['.ui-page-actions', { display: 'flex', flexWrap: 'wrap', gap: '2', marginInlineStart: 'auto' }],
  ['.ui-stack', { display: 'flex', flexDirection: 'column', gap: 'var(--ui-gap)' }],
  ['.ui-skip', skip.base],

  [
    '.ui-tabs',
    { ...tabRoot?.base, ...tabRoot?.variant('size', 'md'), display: 'flex', flexDirection: 'column', minHeight: '0' },
  ],
  ['.ui-tab-list', { ...tabList?.base, display: 'flex', flex: 'none', overflowX: 'auto', scrollbarWidth: 'none' }],
  ['.ui-tab', { ...tab?.base, ...tab?.variant('size', 'md'), whiteSpace: 'nowrap', flexShrink: '0' }],
  ['.ui-tab-panel', { ...tabPanel?.base, flex: '1', minHeight: '0', overflow: 'auto' }],
  ['.ui-tabs:where([data-look="line"], [data-look="row"]) > .ui-tab-list', tabList?.variant('variant', 'line') ?? {}],
  ['.ui-tabs:where([data-look="line"], [data-look="row"]) > * > .ui-tab', tab?.variant('variant', 'line') ?? {}],
  ['.ui-tabs:where([data-look="boxed"]) > .ui-tab-list', tabList?.variant('variant', 'enclosed') ?? {}],
  [
    '.ui-tabs:where([data-look="boxed"]) > * > .ui-tab',
    { ...tab?.variant('variant', 'enclosed'), flex: '1', textAlign: 'center' },
  ],
  [
    '.ui-tabs:where([data-look="row"]) > .ui-tab-list',
    { borderBottomWidth: '0', minHeight: '8', _horizontal: { borderBottomWidth: '0' } },
  ],
  [
    '.ui-tabs:where([data-look="row"]) > * > .ui-tab',
    { minHeight: '8', height: 'full', paddingInline: '2.5', fontSize: '0.8125rem' },
  ],
];
