import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { allActions, type ActionDefinition } from './definitions.ts'
import { createKeyReader } from './key-reader.ts'
import { createRegistry, type Perform, type ReadGroups, type Registry } from './registry.ts'
import { isAppleKeyboard } from './shortcut.ts'

const RegistryContext = createContext<Registry | null>(null)

/** Provides the actions of the open page, and the product's only key listener. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createRegistry(), [])
  useEffect(() => {
    const read = createKeyReader(registry.available, isAppleKeyboard())
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      const action = read(event)
      if (action === null || !isReachable(action)) return
      event.preventDefault()
      registry.available().get(action.id)?.()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Registers what an action does while this component is shown; with `enabled` false the action is not available. */
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

/** Adds groups to the command palette while this component is shown; they are read on each render. */
export function usePaletteGroups(read: ReadGroups): void {
  const registry = useRegistry()
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => registry.offer(() => latest.current()), [registry])
}

/** The actions of the open page, by id. */
export function useAvailableActions(): ReadonlyMap<string, Perform> {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.available)
}

/** Reads the groups that parts of the open page add to the command palette. */
export function useOfferedGroups(): Registry['groups'] {
  return useRegistry().groups
}

/** The keys that trigger an action; null if it has none, or if another action with the same keys comes first. */
export function keysOf(definition: ActionDefinition, available: ReadonlyMap<string, unknown>): string | null {
  const { shortcut } = definition
  if (shortcut === null) return null
  const first = allActions.find((other) => other.shortcut === shortcut && available.has(other.id))
  return first === undefined || first.id === definition.id ? shortcut : null
}

/**
 * While something floats above the page, actions of the page are unavailable; the floating element may close with the
 * keys that opened it.
 */
function isReachable(action: ActionDefinition): boolean {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].every(
    (overlay) => overlay.getAttribute('data-toggled-by') === action.id,
  )
}

function useRegistry(): Registry {
  const registry = use(RegistryContext)
  if (registry === null) throw new Error('Actions need an ActionsProvider above them')
  return registry
}
