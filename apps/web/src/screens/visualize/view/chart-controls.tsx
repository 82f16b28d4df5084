import { message, type Message } from '@parlance/contract'
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
import { translate } from '../../../lib/i18n.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { labelClass } from '../../../ui/label.tsx'
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
import { ColumnChoice, OptionChoice, ValueColumns } from './column-choice.tsx'
import type { ChartSettingsControl } from './use-chart-settings.ts'

export const typeLooks: Record<ChartType, { icon: LucideIcon; label: Message }> = {
  bar: { icon: ChartColumn, label: message('Bar') },
  line: { icon: ChartLine, label: message('Line') },
  area: { icon: ChartArea, label: message('Area') },
  pie: { icon: ChartPie, label: message('Pie') },
  scatter: { icon: ChartScatter, label: message('Scatter') },
  heatmap: { icon: Grid3x3, label: message('Heat map') },
  table: { icon: Table2, label: message('Table') },
  number: { icon: Hash, label: message('Number') },
}

const aggregationNames: Record<Aggregation, Message> = {
  sum: message('Sum'),
  average: message('Average'),
  count: message('Count of rows'),
  min: message('Minimum'),
  max: message('Maximum'),
}

const sortNames: Record<SortOrder, Message> = {
  given: message('Query order'),
  'value-desc': message('Largest first'),
  value: message('Smallest first'),
  name: message('Name, A to Z'),
  'name-desc': message('Name, Z to A'),
}

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
            placeholder={shownText(t, titleOf({ ...settings, title: '' }, shape))}
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
    <fieldset className="grid grid-cols-4 gap-1.5 max-lg:col-span-full">
      <legend className={labelClass}>{t('Chart type')}</legend>
      {chartTypes.map((type) => (
        <label
          key={type}
          className="relative grid cursor-pointer justify-items-center gap-1 rounded-(--r-control) border border-line-strong px-0.5 pt-2 pb-1.5 text-(length:--text-meta) leading-4 text-muted hover:bg-hover has-checked:border-accent has-checked:bg-(--accent-soft) has-checked:text-ink has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) max-md:min-h-[52px]"
        >
          <input
            type="radio"
            name="chart-type"
            className="sr-only"
            checked={settings.type === type}
            onChange={() => change(withType(settings, type, shape))}
          />
          <Icon of={typeLooks[type].icon} />
          {translate(t, typeLooks[type].label)}
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
          label={type === 'pie' ? t('Slices') : t('X-axis')}
          shape={shape}
          numbers={isScatter}
          chosen={x}
          onChoose={(column) => change({ x: column })}
        />
      )}
      {!isScatter && (
        <OptionChoice
          label={t('Aggregation')}
          value={aggregation}
          options={aggregations.map((value) => ({ value, text: translate(t, aggregationNames[value]) }))}
          onChoose={(value) => change({ aggregation: value })}
        />
      )}
      {(isScatter || aggregation !== 'count') && (
        <ValueColumns
          label={isScatter ? t('Y-axis') : t('Values')}
          shape={shape}
          several={(type === 'bar' || type === 'line' || type === 'area') && series === null}
          chosen={y}
          onChoose={(columns) => change({ y: columns })}
        />
      )}
      {canSplit && (
        <ColumnChoice
          label={type === 'heatmap' ? t('Heat map rows') : t('Split by')}
          shape={shape}
          without={x}
          none={type === 'heatmap' ? undefined : t('None')}
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
        <OptionChoice
          label={t('Sort order')}
          value={sort}
          options={sortOrders.map((value) => ({ value, text: translate(t, sortNames[value]) }))}
          onChoose={(value) => change({ sort: value })}
        />
      )}
      {!isLine && (!isDate || type === 'pie') && (
        <OptionChoice
          label={t('Show')}
          value={String(type === 'pie' ? Math.min(limit, mostSlices) : limit)}
          options={categoryLimits
            .filter((count) => type !== 'pie' || count <= mostSlices)
            .map((count) => ({
              value: String(count),
              text: t('Top {n, number}, the rest as "Other"', { n: count }),
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
    <fieldset className="flex flex-wrap gap-2 [&_label]:relative [&_label]:size-[26px] [&_label]:cursor-pointer [&_label]:rounded-full [&_label:has(:checked)]:shadow-[0_0_0_2px_var(--bg),0_0_0_4px_var(--text)] [&_label:has(:focus-visible)]:outline-2 [&_label:has(:focus-visible)]:outline-offset-2 [&_label:has(:focus-visible)]:outline-(--focus) [&_legend]:float-left [&_legend]:w-full max-md:[&_label]:size-9">
      <legend className={labelClass}>{t('First color')}</legend>
      {Array.from({ length: paletteSize }, (_, index) => (
        <label key={index} style={{ background: `var(--data-${index + 1})` }}>
          <input
            type="radio"
            name="chart-colour"
            className="sr-only"
            aria-label={t('Color {position, number}', { position: index + 1 })}
            checked={chosen === index}
            onChange={() => onChoose(index)}
          />
        </label>
      ))}
    </fieldset>
  )
}
