import {
  Bell,
  CircleHelp,
  Keyboard,
  Languages,
  LockKeyhole,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Wifi,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Language } from '../../locales/texts.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ChoiceSwitch } from '../../ui/ChoiceSwitch.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { AvatarText } from '../../ui/PersonTag.tsx';
import { Brand } from './Brand.tsx';

export type Theme = 'system' | 'light' | 'dark';
/** What the header says of the line; whoever is logged out is not offline. */
export type Link = 'online' | 'reconnecting' | 'offline' | 'loggedOut';

export type BarProps = {
  readonly hospital: string;
  readonly person: { readonly name: string; readonly picture: string | null };
  readonly connection: Link;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLanguage: (language: Language) => void;
  readonly onLogOut: () => void;
  readonly onLock?: () => void;
  readonly onAppearance?: () => void;
  /** Absent for a role without alerts; null until their settings have loaded. */
  readonly onAlerts?: (() => void) | null;
  /** Null if the screen has no shortcuts. */
  readonly onShortcuts: (() => void) | null;
  /** Null until the help has loaded. */
  readonly onHelp: (() => void) | null;
  /** Additional controls, such as the on-duty switch or a search. */
  readonly extra?: ReactNode;
};

const themeIcons = { system: Monitor, light: Sun, dark: Moon };
const linkIcons = { online: Wifi, reconnecting: WifiOff, offline: WifiOff, loggedOut: LogOut };
const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The state of the line to the platform. While it works a symbol is enough: a word would look like the duty state. */
function Connection({ state }: { readonly state: Link }) {
  const { t } = useTranslation();
  const works = state === 'online';
  const Icon = linkIcons[state];
  return (
    <div
      className="app-link"
      data-state={state}
      role="status"
      aria-label={t('frame.connection.name')}
      data-tooltip={works ? t('frame.connection.works') : undefined}
    >
      <Icon aria-hidden="true" />
      <span className={works ? 'ui-hidden' : undefined}>{t(`frame.connection.${state}`)}</span>
    </div>
  );
}

/** The header of every screen: hospital, connection state and user menu. */
export function AppBar(props: BarProps) {
  const { hospital, person, connection, theme, onTheme, onLanguage, extra } = props;
  const { t, language } = useTranslation();
  const ThemeIcon = themeIcons[theme];
  const acts: Record<string, (() => void) | null | undefined> = {
    appearance: props.onAppearance,
    alerts: props.onAlerts,
    shortcuts: props.onShortcuts ?? undefined,
    help: props.onHelp,
    lock: props.onLock,
    logOut: props.onLogOut,
  };
  const entries: readonly MenuEntry[] = [
    { name: 'alerts', label: t('alerts.menu'), icon: <Bell /> },
    { name: 'appearance', label: t('layout.account.appearance'), icon: <Monitor /> },
    { name: 'shortcuts', label: t('layout.account.shortcuts'), icon: <Keyboard />, keys: '?' },
    { name: 'help', label: t('layout.account.help'), icon: <CircleHelp /> },
    { name: 'lock', label: t('session.lock.now'), icon: <LockKeyhole /> },
    { name: 'logOut', label: t('layout.account.logOut'), icon: <LogOut /> },
  ];
  return (
    <header className="app-bar">
      <div className="app-brand">
        <Brand />
        {/* The person's name is below it where the bar has no room for it beside the menus. */}
        <div data-person={person.name}>
          <span>{hospital}</span>
        </div>
      </div>
      {extra}
      <ChoiceSwitch
        icon={<Languages aria-hidden="true" />}
        label={t('layout.language.name')}
        value={language}
        onChange={onLanguage}
        choices={[
          { value: 'en', label: t('layout.language.en'), lang: 'en' },
          { value: 'zh-CN', label: t('layout.language.zhCN'), lang: 'zh-CN' },
        ]}
      />
      <Menu
        label={t('frame.theme.name')}
        align="end"
        entries={themes.map((name) => ({ name, label: t(`frame.theme.${name}`) }))}
        onChoose={(name) => onTheme(themes.find((known) => known === name) ?? 'system')}
        trigger={(carry) => (
          // A phone has no room for it; "Appearance" in the account's menu has the same choice.
          <IconButton {...carry} className="app-theme" label={t('frame.theme.name')}>
            <ThemeIcon />
          </IconButton>
        )}
      />
      <span className="app-person">{person.name}</span>
      <Connection state={connection} />
      <Menu
        label={t('layout.account.menu')}
        align="end"
        // What still loads has its place already, so that no entry moves under the pointer.
        entries={entries
          .filter(({ name }) => acts[name] !== undefined)
          .map((entry) =>
            acts[entry.name] === null ? { ...entry, disabledBecause: t('common.state.loading') } : entry,
          )}
        onChoose={(name) => acts[name]?.()}
        trigger={(carry) => (
          <IconButton {...carry} label={t('layout.account.menu')}>
            <AvatarText name={person.name} picture={person.picture} size="sm" />
          </IconButton>
        )}
      />
    </header>
  );
}
