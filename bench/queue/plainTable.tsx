import { createRoot } from 'react-dom/client';
import { TableVirtuoso } from 'react-virtuoso';
import type { AuditItem } from '../../contract/extension/audit.ts';

const heads = ['Number', 'Patient', 'Doctor', 'Diagnosis', 'Lines', 'Findings', 'Waiting', 'Holder'];

/** The table that ours is built on, without our code: the same columns as plain texts. */
export function plainTable(host: HTMLElement, items: readonly AuditItem[]): void {
  host.className = 'bench-plain';
  createRoot(host).render(
    <TableVirtuoso<AuditItem>
      data={items as AuditItem[]}
      computeItemKey={(_, { id }) => id}
      increaseViewportBy={400}
      fixedHeaderContent={() => (
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      )}
      itemContent={(_, item) => (
        <>
          <td>{item.prescriptionNo}</td>
          <td>{item.patient.name}</td>
          <td>{item.doctorName}</td>
          <td>{item.diagnosisList.map(({ name }) => name).join('; ')}</td>
          <td>{item.lineCount}</td>
          <td>{item.warnCount}</td>
          <td>{item.submitTime}</td>
          <td>{item.holder?.name ?? ''}</td>
        </>
      )}
    />,
  );
}

/** Nothing to draw but a box that scrolls: what the display itself does. */
export function emptyBox(host: HTMLElement): void {
  host.className = 'bench-plain';
  const scroller = document.createElement('div');
  const inside = document.createElement('div');
  scroller.className = 'bench-scroller';
  inside.className = 'bench-inside';
  scroller.dataset.virtuosoScroller = '';
  scroller.append(inside);
  host.append(scroller);
}
