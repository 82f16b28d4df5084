import { Monitor, Moon, Sun } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'

const looks = [
  { theme: 'system', icon: Monitor, name: 'System' },
  { theme: 'light', icon: Sun, name: 'Light' },
  { theme: 'dark', icon: Moon, name: 'Dark' },
]

/** Buttons for system, light, and dark. The script marks the chosen one and handles clicks. */
export function ThemeButton() {
  return (
    <Segments aria-label="Theme" data-needs-script>
      {looks.map(({ theme, icon, name }) => (
        <button key={theme} type="button" data-theme-choice={theme} aria-pressed="false" aria-label={name} title={name}>
          <Icon of={icon} />
        </button>
      ))}
    </Segments>
  )
}
