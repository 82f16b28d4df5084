import type { MatrixArea, MatrixTable } from '@parlance/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AreaFacts, CellFacts, TableFacts } from './matrix-parts.tsx'
import type { ChangeTable } from './use-change-protection.ts'
import { warningsOf, type MatrixProps, type Warnings } from './warnings.ts'
import { cn } from '../../../lib/cn.ts'

const cellClass =
  'border-e border-b border-line px-3 py-2.5 text-start align-top wrap-anywhere [tbody>tr:last-child>&]:border-b-0'
const headClass = cn(
  cellClass,
  'sticky top-0 border-b-line-strong bg-raised text-[12px]/[18px] text-muted [&_a]:text-dense [&_a]:font-medium',
)
/** The first column stays visible. */
const tableClass = 'sticky start-0 w-65 max-w-65 min-w-65 border-e-line-strong bg-raised'
const areaClass = 'w-55 max-w-55 min-w-55'

/** Tables by areas. The names of both stay visible while the rest scrolls. */
export function MatrixGrid({ matrix, shown, working, onChange }: MatrixProps & { shown: number }) {
  const { t } = useTranslation()
  const warnings = warningsOf(matrix)
  return (
    <section
      className="max-h-[calc(100dvh-120px)] w-fit max-w-full overflow-auto rounded-panel border border-line-strong bg-raised print:max-h-none print:overflow-visible"
      aria-label={t('Tables and areas')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
      tabIndex={0}
    >
      <table className="border-separate border-spacing-0 text-dense">
        <caption className="sr-only">{t('Protected tables and the areas that show them')}</caption>
        <thead>
          <tr>
            <th scope="col" className={cn(headClass, tableClass, 'z-3 font-medium')}>
              {t('Table')}
            </th>
            {matrix.areas.map((area) => (
              <th scope="col" key={area.area_id} className={cn(headClass, areaClass, 'z-2 font-normal')}>
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
      <th scope="row" className={cn(cellClass, tableClass, 'z-1 font-normal')}>
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
        <td key={id} className={cn(cellClass, areaClass, 'text-faint')}>
          <span aria-hidden>–</span>
          <span className="sr-only">{t('Not in this area')}</span>
        </td>
      )
    }
    const warning = warnings.get(table.table_name)?.get(id)
    return (
      <td
        key={id}
        className={cn(
          cellClass,
          areaClass,
          '*:data-[part=line]:mt-0.5',
          cell.state === 'waiting' && 'bg-(--warning-soft)',
        )}
        data-state={cell.state}
      >
        <CellFacts cell={cell} isProtected={table.protection !== null} warning={warning} />
      </td>
    )
  })
})
