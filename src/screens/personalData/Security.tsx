import { ChangeMobile } from './ChangeMobile.tsx';
import { ChangePassword } from './ChangePassword.tsx';

/** Password and mobile number. */
export function Security() {
  return (
    <div className="personal personal-pair">
      <ChangePassword />
      <ChangeMobile />
    </div>
  );
}
