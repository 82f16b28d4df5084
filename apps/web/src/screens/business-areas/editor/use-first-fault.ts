import { useEffect, useRef, type RefObject } from 'react'
import { areaTabs, type AreaTab } from '../../../lib/area-tabs.ts'
import type { Faults } from './tab-status.ts'

interface FirstFault {
  element: RefObject<HTMLElement | null>
  /** How often the user has tried to save or check the form. */
  attempts: number
  faults: Faults
  tab: AreaTab
  onTab: (tab: AreaTab) => void
}

/** After a refused attempt, opens the first tab with an error and moves the focus to what is wrong there. */
export function useFirstFault({ element, attempts, faults, tab, onTab }: FirstFault): void {
  const seen = useRef(attempts)
  const wanted = useRef<AreaTab | null>(null)
  useEffect(() => {
    if (seen.current !== attempts) {
      seen.current = attempts
      wanted.current = areaTabs.find((one) => faults.has(one)) ?? null
      if (wanted.current !== null && wanted.current !== tab) onTab(wanted.current)
    }
    if (wanted.current !== tab) return
    wanted.current = null
    const panel = element.current?.querySelector(`[data-tab="${tab}"]`)
    const wrong = panel?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')
    const target = wrong ?? panel?.querySelector<HTMLElement>('h3')
    target?.focus()
  })
}
