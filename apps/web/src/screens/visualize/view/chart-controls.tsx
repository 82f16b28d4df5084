import {
  ChartArea,
  ChartColumn,
  ChartLine,
  ChartPie,
  ChartScatter,
  Grid3x3,
  Hash,
  Table2,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  aggregations,
  categoryLimits,
  chartTypes,
  paletteSize,
  sortOrders,
  withType,
  type Aggregation,
  type ChartSettings,
  type ChartType,
  type ResultShape,
  type SortOrder,
} from '../chart/chart-settings.ts'
import { titleOf } from '../chart/chart-title.ts'
import { ColumnChoice, Select, ValueColumns } from './column-choice.tsx'
import type { ChartSettingsControl } from './use-chart-settings.ts'

export const typeLooks: Record<ChartType, { icon: LucideIcon; label: string }> = {
  bar: { icon: ChartColumn, label: 'Bar' },
  line: { icon: ChartLine, label: 'Line' },
  area: { icon: ChartArea, label: 'Area' },
  pie: { icon: ChartPie, label: 'Pie' },
  scatter: { icon: ChartScatter, label: 'Scatter' },
  heatmap: { icon: Grid3x3, label: 'Heat map' },
  table: { icon: Table2, label: 'Table' },
  number: { icon: Hash, label: 'Number' },
}

const aggregationNames: Record<Aggregation, string> = {
  sum: 'Sum',
  average: 'Average',
  count: 'Count of rows',
  min: 'Smallest',
  max: 'Largest',
}

const sortNames: Record<SortOrder, string> = {
  given: 'As the query has them',
  'value-desc': 'Largest first',
  value: 'Smallest first',
  name: 'By name, A to Z',
  'name-desc': 'By name, Z to A',
}

const axisNames: Partial<Record<ChartType, string>> = { scatter: 'Across', pie: 'Slices' }

/** The slices other than 'Other' that the palette can distinguish. */
const mostSlices = 7

interface ControlsProps {
  shape: ResultShape
  control: ChartSettingsControl
}

/** All controls that the type of the chart uses. */
export function ChartControls({ shape, control }: ControlsProps) {
  const { t } = useTranslation()
  const { settings, change } = control
  return (
    <>
      <TypeChoice settings={settings} shape={shape} change={change} />
      {settings.type !== 'table' && (
        <>
          <Columns shape={shape} control={control} />
          <Order shape={shape} control={control} />
          {settings.type !== 'number' && (
            <Colours chosen={settings.palette} onChoose={(palette) => change({ palette })} />
          )}
          <Field
            label={t('Title')}
            type="text"
            maxLength={200}
            placeholder={titleOf({ ...settings, title: '' }, shape)}
            value={settings.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </>
      )}
    </>
  )
}

interface TypeChoiceProps {
  settings: ChartSettings
  shape: ResultShape
  change: ChartSettingsControl['change']
}

function TypeChoice({ settings, shape, change }: TypeChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="viz-types">
      <legend className="label">{t('Type of chart')}</legend>
      {chartTypes.map((type) => (
        <label key={type} className="viz-type">
          <input
            type="radio"
            name="chart-type"
            className="vh"
            checked={settings.type === type}
            onChange={() => change(withType(settings, type, shape))}
          />
          <Icon of={typeLooks[type].icon} />
          {t(typeLooks[type].label)}
        </label>
      ))}
    </fieldset>
  )
}

function Columns({ shape, control: { settings, change } }: ControlsProps) {
  const { t } = useTranslation()
  const { type, x, y, series, aggregation } = settings
  const isScatter = type === 'scatter'
  const canSplit = type === 'bar' || type === 'line' || type === 'area' || type === 'heatmap'
  return (
    <>
      {type !== 'number' && (
        <ColumnChoice
          label={t(axisNames[type] ?? 'Along the axis')}
          shape={shape}
          numbers={isScatter}
          chosen={x}
          onChoose={(column) => change({ x: column })}
        />
      )}
      {!isScatter && (
        <Select
          label={t('Calculate')}
          value={aggregation}
          options={aggregations.map((value) => ({ value, text: t(aggregationNames[value]) }))}
          onChoose={(value) => change({ aggregation: value })}
        />
      )}
      {(isScatter || aggregation !== 'count') && (
        <ValueColumns
          label={isScatter ? t('Upwards') : t('Numbers')}
          shape={shape}
          several={(type === 'bar' || type === 'line' || type === 'area') && series === null}
          chosen={y}
          onChoose={(columns) => change({ y: columns })}
        />
      )}
      {canSplit && (
        <ColumnChoice
          label={type === 'heatmap' ? t('Rows of the map') : t('Split by')}
          shape={shape}
          without={x}
          none={type === 'heatmap' ? undefined : t('Nothing')}
          chosen={series}
          onChoose={(column) => change(column === null ? { series: null } : { series: column, y: y.slice(0, 1) })}
        />
      )}
    </>
  )
}

function Order({ shape, control: { settings, change } }: ControlsProps) {
  const { t } = useTranslation()
  const { type, x, sort, limit } = settings
  if (type === 'scatter' || type === 'number') return null
  const isLine = type === 'line' || type === 'area'
  const isDate = x !== null && shape.roles[x] === 'date'
  return (
    <>
      {!(isLine && isDate) && (
        <Select
          label={t('Order')}
          value={sort}
          options={sortOrders.map((value) => ({ value, text: t(sortNames[value]) }))}
          onChoose={(value) => change({ sort: value })}
        />
      )}
      {!isLine && (!isDate || type === 'pie') && (
        <Select
          label={t('Show')}
          value={String(type === 'pie' ? Math.min(limit, mostSlices) : limit)}
          options={categoryLimits
            .filter((count) => type !== 'pie' || count <= mostSlices)
            .map((count) => ({
              value: String(count),
              text: t('The {count} largest, the rest as Other', { count: String(count) }),
            }))}
          onChoose={(value) => change({ limit: Number(value) })}
        />
      )}
    </>
  )
}

function Colours({ chosen, onChoose }: { chosen: number; onChoose: (palette: number) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="viz-colours">
      <legend className="label">{t('First colour')}</legend>
      {Array.from({ length: paletteSize }, (_, index) => (
        <label key={index} style={{ background: `var(--data-${index + 1})` }}>
          <input
            type="radio"
            name="chart-colour"
            className="vh"
            aria-label={t('Colour {number}', { number: String(index + 1) })}
            checked={chosen === index}
            onChange={() => onChoose(index)}
          />
        </label>
      ))}
    </fieldset>
  )
}
