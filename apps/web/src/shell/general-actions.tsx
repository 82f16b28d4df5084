import { lazy, Suspense, useState } from 'react'
import { actions } from '../actions/definitions.ts'
import { useAction } from '../actions/actions-provider.tsx'
import { chooseTheme, nextTheme } from '../lib/theme-store.ts'
import { useTheme } from '../lib/use-theme.ts'

const ShortcutsSheet = lazy(async () => ({
  default: (await import('../components/shortcuts-sheet.tsx')).ShortcutsSheet,
}))

/** The actions that every page has, and the sheet that lists all of them. */
export function GeneralActions() {
  const [open, setOpen] = useState<boolean | null>(null)
  const theme = useTheme()
  useAction(actions.showShortcuts, () => setOpen(true))
  useAction(actions.switchTheme, () => chooseTheme(nextTheme(theme)))
  if (open === null) return null
  return (
    <Suspense>
      <ShortcutsSheet open={open} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
