import { message } from '@parlance/contract'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../lib/i18n.ts'
import { chooseTheme, themes } from '../lib/theme-store.ts'
import { useTheme } from '../lib/use-theme.ts'
import { Icon } from '../ui/icon.tsx'
import { Segments } from '../ui/segments.tsx'

const looks = {
  system: { icon: Monitor, label: message('System') },
  light: { icon: Sun, label: message('Light') },
  dark: { icon: Moon, label: message('Dark') },
}

/** System, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const chosen = useTheme()
  return (
    <Segments aria-label={t('Theme')}>
      {themes.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={translate(t, looks[theme].label)}
          title={translate(t, looks[theme].label)}
          onClick={() => chooseTheme(theme)}
        >
          <Icon of={looks[theme].icon} />
        </button>
      ))}
    </Segments>
  )
}
