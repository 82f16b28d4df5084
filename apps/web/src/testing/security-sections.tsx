import type { AreaProblem } from '@parlance/contract'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSyncExternalStore, type ComponentType } from 'react'
import type { RuleSectionProps } from '../screens/business-areas/security/rule-kind.ts'
import { QuestionsProvider } from '../ui/questions.tsx'

const columns: Record<string, string[]> = {
  orders: ['id', 'customer_id', 'sales_rep_id', 'region'],
  order_items: ['id', 'order_id', 'price'],
  customers: ['id', 'email', 'phone', 'ssn', 'city'],
}

/** Renders a security section like the dialog does, and stores the values it emits. */
export function renderSection<Value extends object>(
  Section: ComponentType<RuleSectionProps<Value>>,
  value: Value,
  props: Partial<RuleSectionProps<Value>> = {},
) {
  const stored = makeStore(value)
  let changeCount = 0
  function Dialog(later: Partial<RuleSectionProps<Value>>) {
    const rules = useSyncExternalStore(stored.subscribe, stored.read)
    return (
      <QuestionsProvider>
        <Section
          tables={Object.keys(columns)}
          columnsOf={columnsOf}
          enabled
          edition="enterprise"
          readOnly={false}
          problems={[]}
          {...props}
          {...later}
          value={rules}
          onChange={(next) => {
            changeCount++
            stored.write(next)
          }}
        />
      </QuestionsProvider>
    )
  }
  const view = render(<Dialog />)
  return {
    ...view,
    user: userEvent.setup(),
    /** The rules as they would be saved. */
    rules: stored.read,
    /** How often the section emitted new rules. */
    changes: () => changeCount,
    show: (problems: AreaProblem[]) => view.rerender(<Dialog problems={problems} />),
    /** Passes the saved rules, as after saving. */
    save: () => view.rerender(<Dialog stored={stored.read()} />),
    replace: stored.write,
  }
}

function makeStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write: (next: Value) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function columnsOf(table: string): Promise<string[]> {
  return Promise.resolve(columns[table] ?? [])
}

export function makeProblem(fields: Partial<AreaProblem> = {}): AreaProblem {
  return {
    severity: 'error',
    section: 'row_security',
    rule: 'Own orders',
    table: 'orders',
    part: 'condition',
    message: 'There is no column regio.',
    position: null,
    database: null,
    ...fields,
  }
}
