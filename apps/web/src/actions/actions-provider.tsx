import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { actions, type ActionDefinition } from './definitions.ts'
import { isAppleKeyboard, matchesShortcut, mayFire } from './shortcut.ts'

type Perform = () => void

interface Registry {
  register: (definition: ActionDefinition, perform: Perform) => () => void
  subscribe: (listener: () => void) => () => void
  available: () => ReadonlyMap<string, Perform>
}

const RegistryContext = createContext<Registry | null>(null)

/** Holds what each action does on the page that is open, and the only key listener of the product. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createRegistry(), [])
  useEffect(() => {
    const isApple = isAppleKeyboard()
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isOverlayOpen()) return
      const match = Object.values(actions).find(
        (definition) =>
          definition.shortcut !== null &&
          registry.available().has(definition.id) &&
          mayFire(definition, event.target) &&
          matchesShortcut(definition.shortcut, event, isApple),
      )
      if (match === undefined) return
      event.preventDefault()
      registry.available().get(match.id)?.()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Says what an action does while this component is shown; with `enabled` false the action is not there. */
export function useAction(definition: ActionDefinition, perform: Perform, enabled = true): void {
  const registry = useRegistry()
  const latest = useRef(perform)
  useEffect(() => {
    latest.current = perform
  })
  useEffect(
    () => (enabled ? registry.register(definition, () => latest.current()) : undefined),
    [registry, definition, enabled],
  )
}

/** The actions that the open page has, by id. */
export function useAvailableActions(): ReadonlyMap<string, Perform> {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.available)
}

function useRegistry(): Registry {
  const registry = use(RegistryContext)
  if (registry === null) throw new Error('Actions need an ActionsProvider above them')
  return registry
}

function createRegistry(): Registry {
  let performs: ReadonlyMap<string, Perform> = new Map()
  const listeners = new Set<() => void>()
  const change = (next: ReadonlyMap<string, Perform>) => {
    performs = next
    for (const listener of listeners) listener()
  }
  return {
    register: (definition, perform) => {
      change(new Map(performs).set(definition.id, perform))
      return () => {
        if (performs.get(definition.id) !== perform) return
        change(new Map([...performs].filter(([id]) => id !== definition.id)))
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    available: () => performs,
  }
}

function isOverlayOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
