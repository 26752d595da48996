import { ChangeMobile } from './ChangeMobile.tsx';
import { ChangePassword } from './ChangePassword.tsx';

/** What proves who the doctor is: password and mobile number. */
export function Security() {
  return (
    <div className="personal personal-pair">
      <ChangePassword />
      <ChangeMobile />
    </div>
  );
}
