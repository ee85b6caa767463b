import { create } from 'zustand';

export type DrawerTab = 'Results' | 'Dead letters' | 'Issues';
export type PaletteState = 'closed' | 'docked' | 'over';
export type Theme = 'light' | 'dark';
/** The panels whose size a person may change. */
export type SizedPanel = 'drawer' | 'inspector';

type ViewportState = {
  readonly theme: Theme;
  readonly drawerOpen: boolean;
  readonly drawerTab: DrawerTab;
  /** `docked` beside the canvas, `over` it until a node is picked. */
  readonly palette: PaletteState;
  /** What a click on empty canvas or a key was answered with; null: nothing to say. */
  readonly notice: string | null;
  /** Sizes that were chosen, pixels; null: what the window's width gives. Remembered by the browser. */
  readonly sizes: Readonly<Record<SizedPanel, number | null>>;
  /** Whether the map of keys is open. */
  readonly keysShown: boolean;
  toggleTheme(): void;
  showDrawer(tab: DrawerTab): void;
  toggleDrawer(): void;
  setSize(panel: SizedPanel, size: number | null): void;
  setPalette(palette: PaletteState): void;
  /** Opens it where there is room for it, or closes it. */
  togglePalette(): void;
  setNotice(notice: string | null): void;
  showKeys(keysShown: boolean): void;
};

const THEME_KEY = 'millrace.theme';
const SIZE_KEYS: Readonly<Record<SizedPanel, string>> = {
  drawer: 'millrace.drawer',
  inspector: 'millrace.inspector',
};

function isWide(): boolean {
  return window.innerWidth >= 1600;
}

function firstTheme(): Theme {
  const kept = window.localStorage.getItem(THEME_KEY);
  if (kept === 'light' || kept === 'dark') return kept;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function keptSize(panel: SizedPanel): number | null {
  const size = Number.parseInt(window.localStorage.getItem(SIZE_KEYS[panel]) ?? '', 10);
  return Number.isNaN(size) ? null : size;
}

/** How this browser shows things; nothing of it belongs to the pipeline. */
export const useViewport = create<ViewportState>((set) => ({
  theme: firstTheme(),
  drawerOpen: true,
  drawerTab: 'Results',
  palette: isWide() ? 'docked' : 'closed',
  notice: null,
  sizes: { drawer: keptSize('drawer'), inspector: keptSize('inspector') },
  keysShown: false,
  toggleTheme: () =>
    set(({ theme }) => {
      const next = theme === 'light' ? 'dark' : 'light';
      window.localStorage.setItem(THEME_KEY, next);
      return { theme: next };
    }),
  showDrawer: (drawerTab) => set({ drawerTab, drawerOpen: true }),
  toggleDrawer: () => set(({ drawerOpen }) => ({ drawerOpen: !drawerOpen })),
  setSize: (panel, size) =>
    set(({ sizes }) => {
      if (size === null) window.localStorage.removeItem(SIZE_KEYS[panel]);
      else window.localStorage.setItem(SIZE_KEYS[panel], String(size));
      return { sizes: { ...sizes, [panel]: size } };
    }),
  setPalette: (palette) => set({ palette }),
  togglePalette: () =>
    set(({ palette }) => ({ palette: palette !== 'closed' ? 'closed' : isWide() ? 'docked' : 'over' })),
  setNotice: (notice) => set({ notice }),
  showKeys: (keysShown) => set({ keysShown }),
}));
