import { formatDay } from './format-day.ts'

interface DayValue {
  /** In UTC, as yyyy-mm-dd. */
  day: string
  value: number
  /** The value for people. */
  text: string
}

/** One bar for each day; the last one is today, which is not over. */
export function DayBars({ days, label }: { days: DayValue[]; label: string }) {
  const highest = Math.max(1e-9, ...days.map(({ value }) => value))
  const marks = [0, 1, 2, 3].map((at) => days[Math.round((at * (days.length - 1)) / 3)]?.day ?? '')
  return (
    <figure className="mt-4" aria-label={label}>
      <ol className="flex h-28 items-end gap-[3px] border-b border-line-strong">
        {days.map(({ day, value, text }, index) => (
          <li
            key={day}
            title={`${formatDay(day)}: ${text}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-hover"
          >
            <span className="sr-only">{`${formatDay(day)}: ${text}`}</span>
            <span
              aria-hidden
              className={
                index === days.length - 1
                  ? 'w-full rounded-t-[2px] border border-b-0 border-dashed border-accent'
                  : 'w-full rounded-t-[2px] bg-accent'
              }
              // A day with few questions is still visible beside a day with many.
              style={{ height: value === 0 ? 0 : `max(2px, ${(value / highest) * 100}%)` }}
            />
          </li>
        ))}
      </ol>
      <div className="text-meta mt-1 flex justify-between text-muted" aria-hidden>
        {marks.map((day) => (
          <span key={day}>{formatDay(day)}</span>
        ))}
      </div>
    </figure>
  )
}
