import { Check, Cpu, Server } from 'lucide-react'
import { useState } from 'react'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { chipButtonClass, chipClass } from '../ui/chip.ts'
import { EngineMark } from '../ui/engine-mark.tsx'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import { KeyboardKey } from '../ui/keyboard-key.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Summary } from '../ui/summary.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { tileClass } from '../ui/tile.ts'
import { Part } from './part.tsx'

const badgeTones = ['plain', 'accent', 'success', 'warning', 'danger', 'info'] as const satisfies BadgeTone[]
const choices = ['Day', 'Week', 'Month']

/** Fields without labels, choices, and small parts. */
export function ControlParts() {
  const [chosen, setChosen] = useState('Day')
  return (
    <>
      <FieldParts />
      <Part name="Checkbox" about="The text belongs to the box. A radio button has the same look.">
        <Checkbox defaultChecked>Checked</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox disabled defaultChecked>
          Disabled and checked
        </Checkbox>
        <Checkbox type="radio">Radio button</Checkbox>
      </Part>
      <Part
        name="Segments, Tile, Chip"
        about="One of a few choices; one of several things; a filter that is on or off."
      >
        <Segments aria-label="Segments">
          {choices.map((choice) => (
            <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => setChosen(choice)}>
              {choice}
            </button>
          ))}
        </Segments>
        <div className="grid grid-cols-3 gap-2">
          {(['normal', 'compact', 'tall'] as const).map((size, at) => (
            <button key={size} type="button" className={tileClass(size)} aria-pressed={at === 0}>
              <Icon of={at === 0 ? Cpu : Server} />
              <span>
                {size} <small>What it is</small>
              </span>
            </button>
          ))}
        </div>
        <div className="flex items-center gap-2">
          <span className={chipClass}>A chip</span>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className={chipButtonClass}
              aria-pressed={choice === chosen}
              onClick={() => setChosen(choice)}
            >
              {choice}
            </button>
          ))}
        </div>
      </Part>
      <Part
        name="Badge, KeyboardKey, EngineMark, LinkButton, Skeleton, ProgressBar, Summary"
        about="Small parts of lists and headings."
      >
        <div className="flex flex-wrap items-center gap-2">
          {badgeTones.map((tone) => (
            <Badge key={tone} tone={tone}>
              <Icon of={Check} /> {tone}
            </Badge>
          ))}
          <KeyboardKey>Esc</KeyboardKey>
          <EngineMark>Pg</EngineMark>
          <LinkButton>Show more</LinkButton>
        </div>
        <Skeleton className="w-60" />
        <ProgressBar label="Progress" value={2} max={3} className="w-60" />
        <details>
          <Summary>Details</Summary>
          <p>What they say.</p>
        </details>
      </Part>
    </>
  )
}

function FieldParts() {
  const [words, setWords] = useState('orders')
  return (
    <Part
      name="Input, Select, Textarea, SearchField"
      about="Normal, small, invalid, and disabled. A label is above, in a Field."
    >
      {[false, true].map((small) => (
        <div key={String(small)} className="flex gap-2">
          <Input small={small} aria-label="Text" placeholder="Placeholder" />
          <Input small={small} aria-label="Invalid text" aria-invalid defaultValue="Invalid" />
          <Input small={small} aria-label="Disabled text" disabled defaultValue="Disabled" />
          <Select small={small} aria-label="Choice">
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        </div>
      ))}
      <Textarea aria-label="Long text" rows={2} defaultValue="Two lines, or as many as its height is pulled to." />
      <Select aria-label="Disabled choice" disabled>
        <option>Disabled</option>
      </Select>
      <Textarea aria-label="Disabled long text" rows={2} disabled defaultValue="Disabled" />
      <SearchField label="Search" placeholder="Search" value={words} onChange={setWords} />
    </Part>
  )
}
