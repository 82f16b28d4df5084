import { SqlView } from './sql-view.tsx'

/** SQL within text: it scrolls separately, also by keyboard. */
export function SqlBox({ sql }: { sql: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <div className="sql-box" tabIndex={0}>
      <SqlView sql={sql} />
    </div>
  )
}
