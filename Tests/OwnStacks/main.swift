import LabKit

Lab.main(stacks: [
    WriterBehindMain.self, BackgroundTasks.self, SiblingOperations.self, SynchronizedChild.self,
    LosesASave.self, WaitsInACircle.self, WorksOffItsQueue.self, GivesUp.self, SyncsLess.self,
    OpensElsewhere.self, ImportsElsewhere.self, OpensTwoStores.self, FlushesTwice.self,
    DraftedStack.self, CarriesOver.self, ThreadsOfItsOwn.self,
])
