import type { MatrixArea, MatrixTable } from '@parlance/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaFacts, CellFacts, TableFacts } from './matrix-parts.tsx'
import type { ChangeTable } from './use-change-protection.ts'
import { warningsOf, type MatrixProps, type Warnings } from './warnings.ts'
import styles from './protection.module.css'

/** Tables by areas. The names of both stay visible while the rest scrolls. */
export function MatrixGrid({ matrix, shown, working, onChange }: MatrixProps & { shown: number }) {
  const { t } = useTranslation()
  const warnings = warningsOf(matrix)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
    <section className={styles.scroll} aria-label={t('Tables and areas')} tabIndex={0}>
      <table className={styles.matrix}>
        <caption className="sr-only">{t('Protected tables and the areas that show them')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Table')}</th>
            {matrix.areas.map((area) => (
              <th scope="col" key={area.area_id}>
                <AreaFacts area={area} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.tables.slice(0, shown).map((table) => (
            <Row
              key={table.table_name}
              table={table}
              areas={matrix.areas}
              warnings={warnings}
              working={working}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  table: MatrixTable
  areas: MatrixArea[]
  warnings: Warnings
  working: string | null
  onChange: ChangeTable
}

function Row({ table, areas, warnings, working, onChange }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <TableFacts table={table} working={working} onChange={onChange} />
      </th>
      <Cells table={table} areas={areas} warnings={warnings} />
    </tr>
  )
}

/** Renders again only for other data: with many areas, these cells are most of the page. */
const Cells = memo(function Cells({ table, areas, warnings }: Pick<RowProps, 'table' | 'areas' | 'warnings'>) {
  const { t } = useTranslation()
  const cells = new Map(table.areas.map((cell) => [cell.area_id, cell]))
  return areas.map(({ area_id: id }) => {
    const cell = cells.get(id)
    if (cell === undefined) {
      return (
        <td key={id} className="text-faint">
          <span aria-hidden>–</span>
          <span className="sr-only">{t('Not in this area')}</span>
        </td>
      )
    }
    const warning = warnings.get(table.table_name)?.get(id)
    return (
      <td key={id} data-state={cell.state}>
        <CellFacts cell={cell} isProtected={table.protection !== null} warning={warning} />
      </td>
    )
  })
})
