import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, themes } from '../lib/theme-store.ts'
import { useTheme } from '../lib/use-theme.ts'
import { Icon } from '../ui/icon.tsx'

const looks = {
  system: { icon: Monitor, label: 'System' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
}

/** System, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const chosen = useTheme()
  return (
    <fieldset className="seg" aria-label={t('Theme')}>
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={t(looks[theme].label)}
          title={t(looks[theme].label)}
          onClick={() => chooseTheme(theme)}
        >
          <Icon of={looks[theme].icon} />
        </button>
      ))}
    </fieldset>
  )
}
