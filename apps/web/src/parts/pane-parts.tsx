import { use, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panes } from '../ui/panes/panes.tsx'
import { SheetContext, sheetSizes, type SheetSize } from '../ui/panes/sheet.ts'
import { Part } from './part.tsx'

/** Panes next to each other, and with the right one as a sheet in a window as narrow as a phone. */
export function PaneParts() {
  const [size, setSize] = useState<SheetSize>('half')
  const step = (direction: 1 | -1) => setSize(sheetSizes[sheetSizes.indexOf(size) + direction] ?? size)
  const sheet = { size, advance: () => step(1), raise: () => step(1), step }
  return (
    <Part
      name="Panes"
      about="The arrow keys and the pointer move the handle; each pane stays at least 300 px wide. In a narrow window, the right pane is a sheet."
    >
      <div className="flex h-60 border border-line max-md:hidden">
        <Panes left={<p className="p-4">Left</p>} right={<p className="p-4">Right</p>} sheet={null} />
      </div>
      <div className="flex h-80 flex-col border border-line md:hidden">
        <Panes left={<p className="overflow-hidden p-4">Below the sheet</p>} right={<SheetPart />} sheet={sheet} />
      </div>
    </Part>
  )
}

function SheetPart() {
  const sheet = use(SheetContext)
  return (
    <div className="flex items-start gap-2 bg-sunken p-4">
      <Button onClick={() => sheet?.step(1)}>Higher</Button>
      <Button onClick={() => sheet?.step(-1)}>Lower</Button>
      <span>{sheet?.size}</span>
    </div>
  )
}
