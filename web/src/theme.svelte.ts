// Light, dark, or the system's choice.
export type Theme = 'system' | 'light' | 'dark';

let theme = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? 'system');
const system = matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(system.matches);
system.addEventListener('change', () => (systemIsDark = system.matches));

export const themes = {
  get chosen(): Theme {
    return theme;
  },
  get isDark(): boolean {
    return theme === 'dark' || (theme === 'system' && systemIsDark);
  },
  /** Switches between light and dark. */
  toggle(): void {
    theme = themes.isDark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // No storage: it lasts until the tab is closed.
    }
  },
};
