import type { encode } from 'uqr';
import { useTranslation } from '../../locales/i18n.ts';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';

/** The library that draws QR codes; only printing needs it. */
export const qrLibrary = onDemand<{ readonly encode: typeof encode }>(() => import('uqr'));

/**
 * The address of the public check, at this page's own origin. The code follows #, which browsers send to no server and
 * in no referrer.
 */
const addressOf = (code: string) => `${window.location.origin}/verify#code=${code}`;

/** The address of the public check as a QR code and as text. */
export function VerifyCode({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const library = useOnDemand(qrLibrary, 'now');
  const address = addressOf(code);
  const rows = library?.encode(address, { ecc: 'M', border: 2 }).data ?? [];
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <div className="paper-verify">
      {rows.length > 0 ? (
        <svg
          viewBox={`0 0 ${rows.length} ${rows.length}`}
          role="img"
          aria-label={t('prescription.signatures.qr', { address })}
          shapeRendering="crispEdges"
        >
          <path d={path} fill="#000" />
        </svg>
      ) : (
        <PartAway of={qrLibrary} as="line" />
      )}
      <p>
        <span>{`${t('prescription.signatures.check')} `}</span>
        <span>{address}</span>
      </p>
    </div>
  );
}
