import { useState, type ComponentProps } from 'react'
import { AlertsInRegion } from './alerts-in-region.ts'

/**
 * The place of messages. It is there before them, so that screen readers announce them. Each is announced once: a
 * failure by its own role, and anything else by this region.
 */
export function LiveRegion(props: Omit<ComponentProps<'div'>, 'aria-live'>) {
  const [alerts, setAlerts] = useState(0)
  const [count] = useState(() => (change: 1 | -1) => setAlerts((before) => before + change))
  return (
    <AlertsInRegion value={count}>
      <div aria-live={alerts > 0 ? 'off' : 'polite'} {...props} />
    </AlertsInRegion>
  )
}
