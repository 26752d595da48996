/**
 * Words of the code, such as outcomes and kinds, which rules compare and which say nothing about a person. Every other text is
 * masked in a recording.
 */
export const keptWords: ReadonlySet<string> = new Set(
  (
    'DELETE GET POST PUT aborted accept accepted account added addedAt addendum administrator advice any approved ' +
    'asNeededMaximum asked asking askingStock auditor away bar beside blob block blocked broken brokenText business ' +
    'busy captcha captchaNeeded case change changed chiefComplaint claims clear clinician closed code codeNeeded ' +
    'conflict conversationId cooling days decided delayed delivered diagnosisList dialog disabled discarded ' +
    'displaced doctor doctorDept doctorTitle dose draft dropped durationS empty en expired failed failure fields ' +
    'file fileHost fileIsNotOne findings finished finishing forbidden found free fresh freshLocked givenUp gone ' +
    'grid hasDraft here history hospital http image inherited isOutdated isUnsaved issued kept kind leaseLost ' +
    'leased leasedByAnother left lineIndex lines live loaded lockNear locked lost malformed medicine message minimised ' +
    'mobileInvalid name nameEn needsReason network noMicrophone none notFound noteRefused nothing notice number ' +
    'object offline onceDoseUnit online open operator other otherPerson ours over overDaysReason params party ' +
    'password patient paused pending prepared preparing prescription prescriptionInReview prescriptionNo ' +
    'prescriptionRejected public quantity queued rateLimited raw read readOnly ready reconnecting record ' +
    'recordMissing recordUnsigned refresh refused regular rejected relogin remark removed renewed replaced reply reported review ' +
    'reportsFailed reportsQueued retried reviewer route saved savedAt saving sendTime sending sent seq server ' +
    'sessionChanged sessionEnded signed signedElsewhere signedIn signedOut sms staff stale staleLocked status steps ' +
    'stored string success supplyDays takenByAnother text timeout tooLarge unanswered unavailable unknown unproven ' +
    'unreachable unread unreadable unsaved unsentMessages unsupported upload uploading urgentReview usable version voice ' +
    'volatile waiting warn withdrawn written zh-CN'
  ).split(' '),
);
